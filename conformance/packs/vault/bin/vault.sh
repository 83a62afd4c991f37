#!/bin/sh
# Holds a credential, and lets it slip in every way a program might.
echo started >> "${HOME:?}/witness"
case "$1" in
  show)
    printf '{"has_token":%s,"length":%s,"region":"%s","binding":"%s"}\n' \
      "$([ -n "${VAULT_TOKEN+set}" ] && echo true || echo false)" "${#VAULT_TOKEN}" "${VAULT_REGION-}" "$HCP_BINDING_MODE"
    ;;
  raw) printf '{"token":"%s"}\n' "$VAULT_TOKEN" ;;
  text) printf 'the token is %s.\n' "$VAULT_TOKEN" ;;
  twice) printf '%s %s\n' "$VAULT_TOKEN" "$VAULT_TOKEN" ;;
  base64) printf '{"token":"%s"}\n' "$(printf '%s' "$VAULT_TOKEN" | base64)" ;;
  base64url) printf '{"token":"%s"}\n' "$(printf '%s' "$VAULT_TOKEN" | base64 | tr '+/' '-_' | tr -d '=')" ;;
  percent) printf '{"url":"https://api.example/?t=%s"}\n' "$(printf '%s' "$VAULT_TOKEN" | od -An -v -t x1 | tr -d '\n' | tr ' ' '%')" ;;
  escaped) printf '{"token":"%s"}\n' "$(printf '%s' "$VAULT_TOKEN" | od -An -v -t x1 | tr -d '\n' | sed 's/ /\\u00/g')" ;;
  key) printf '{"%s":1}\n' "$VAULT_TOKEN" ;;
  stderr)
    printf 'using %s\n' "$VAULT_TOKEN" >&2
    printf '{"a":1}\n'
    ;;
  error)
    printf 'rejected %s\n' "$VAULT_TOKEN" >&2
    exit 1
    ;;
  stdout)
    printf 'tried %s' "$VAULT_TOKEN"
    exit 1
    ;;
  *) printf '{"did":"%s","has_token":%s}\n' "$1" "$([ -n "${VAULT_TOKEN+set}" ] && echo true || echo false)" ;;
esac
