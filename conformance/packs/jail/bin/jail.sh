#!/bin/sh
# Says what a child can reach that is none of its own.
echo started >> "${HOME:?}/witness"
yes_or_no() { if "$@" >/dev/null 2>&1; then echo true; else echo false; fi; }
case "$1" in
  reads)
    # HOME is <runtime's home>/work/<pack>/<hash>.
    above="$HOME/../../.."
    printf '{"passwords":%s,"config":%s,"audit":%s,"other_packs":%s,"own_pack":%s}\n' \
      "$(yes_or_no cat /etc/shadow)" "$(yes_or_no cat "$above/config.json")" "$(yes_or_no ls "$above/audit")" \
      "$(yes_or_no cat ../ledger/surface.json)" "$(yes_or_no cat ./surface.json)"
    ;;
  writes)
    write() { echo x > "$1"; }
    printf '{"pack":%s,"bin":%s,"system":%s,"root":%s,"kernel":%s,"home":%s,"temporary":%s}\n' \
      "$(yes_or_no write ./file)" "$(yes_or_no write ./bin/jail.sh)" "$(yes_or_no write /usr/file)" "$(yes_or_no write /file)" \
      "$(yes_or_no write /proc/sys/kernel/core_pattern)" "$(yes_or_no write "$HOME/file")" "$(yes_or_no write "$TMPDIR/file")"
    ;;
  processes)
    others=0
    for folder in /proc/[0-9]*; do
      [ -r "$folder/cmdline" ] || continue
      if tr '\0' ' ' < "$folder/cmdline" 2>/dev/null | grep -v -e bwrap -e jail.sh -e '^$' -e '^tr ' -e '^grep ' | grep -q .; then
        others=$((others + 1))
      fi
    done
    printf '{"others":%s}\n' "$others"
    ;;
  network)
    interfaces=$(sed -n 's/^ *\([^:]*\):.*/\1/p' /proc/self/net/dev | sort | tr '\n' ' ')
    printf '{"only_loopback":%s}\n' "$([ "$interfaces" = "lo " ] && echo true || echo false)"
    ;;
  leaves)
    (setsid sh -c 'sleep 60' >/dev/null 2>&1 &)
    (env -i /bin/sleep 60 >/dev/null 2>&1 &)
    printf '{"left":true}\n'
    ;;
esac
