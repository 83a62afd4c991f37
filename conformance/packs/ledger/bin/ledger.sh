#!/bin/sh
# A ledger that moves nothing: it says what it was asked to do.
echo started >> "${HOME:?}/witness"
case "$1" in
  list) printf '{"entries":[]}\n' ;;
  status) printf '{"connected":true}\n' ;;
  transfer) printf '{"moved":"%s","to":"%s"}\n' "$2" "$4" ;;
  *) printf '{"did":"%s"}\n' "$1" ;;
esac
