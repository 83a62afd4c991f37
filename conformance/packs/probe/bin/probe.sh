#!/bin/sh
# Says what a child is given beside its arguments. The shell's own variables are left out of the names.
echo started >> "${HOME:?}/witness"
case "$1" in
  names)
    printf '['
    separator=
    for name in $(env | sed -n 's/^\([A-Za-z_][A-Za-z0-9_]*\)=.*/\1/p' | grep -v -x -e PWD -e OLDPWD -e SHLVL -e _ | sort); do
      printf '%s"%s"' "$separator" "$name"
      separator=,
    done
    printf ']\n'
    ;;
  call)
    printf '{"sandbox":"%s","pack":"%s","verb":"%s","binding":"%s","has_call_id":%s}\n' \
      "$HCP_SANDBOX" "$HCP_PACK_ID" "$HCP_VERB_KEY" "$HCP_BINDING_MODE" "$([ -n "$HCP_CALL_ID" ] && echo true || echo false)"
    ;;
  agent) printf '{"greeting":"%s","path":"%s","home_is_given":%s}\n' "${GREETING-absent}" "${EXTRA_PATH-absent}" "$([ "$HOME" = /elsewhere ] && echo false || echo true)" ;;
  stdin)
    read -r line
    printf '{"status":%s,"line":"%s"}\n' "$?" "$line"
    ;;
  terminal) printf '{"stdin":%s,"stdout":%s,"stderr":%s}\n' \
    "$([ -t 0 ] && echo true || echo false)" "$([ -t 1 ] && echo true || echo false)" "$([ -t 2 ] && echo true || echo false)" ;;
  folder) printf '{"surface_is_here":%s}\n' "$([ -f ./surface.json ] && echo true || echo false)" ;;
  group)
    if [ -r "/proc/$$/stat" ]; then
      read -r stat < "/proc/$$/stat"
      set -- ${stat##*) }
      leader=$3
    else
      leader=$(ps -o pgid= -p $$ | tr -d ' ')
    fi
    printf '{"leads":%s}\n' "$([ "$leader" = "$$" ] && echo true || echo false)"
    ;;
  home)
    mode=$(ls -ld "$HOME" | cut -c 1-10)
    printf '{"mode":"%s","writable":%s}\n' "$mode" "$([ -w "$HOME" ] && echo true || echo false)"
    ;;
  temporary)
    : > "$TMPDIR/file"
    printf '{"made":%s,"is_home":%s}\n' "$([ -f "$TMPDIR/file" ] && echo true || echo false)" "$([ "$TMPDIR" = "$HOME" ] && echo true || echo false)"
    ;;
  where) printf '{"home":"%s"}\n' "$HOME" ;;
  path) printf '{"path":"%s"}\n' "$PATH" ;;
esac
