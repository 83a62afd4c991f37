#!/bin/sh
# Ends in every way a program can end.
echo started >> "${HOME:?}/witness"
case "$1" in
  json) printf '{"b":1,"a":[true,null,"x"]}' ;;
  pretty) printf '{\n  "b" : 1,\n\t"a" : [ 1 , 2 ]\n}\n' ;;
  digits) printf '{"big":12345678901234567890,"price":1.10,"tiny":1E-7,"exp":1e+2,"minus":-0,"zero":0.0}\n' ;;
  escapes) printf '{"a":"\\u00e9\\/","\\u006bey":"\303\251"}\n' ;;
  scalar) printf '42\n' ;;
  big-scalar) printf '9007199254740993\n' ;;
  null) printf 'null\n' ;;
  string) printf '"text"\n' ;;
  array) printf '[]\n' ;;
  bom) printf '\357\273\277{"a":1}\n' ;;
  two-boms) printf '\357\273\277\357\273\277{"a":1}\n' ;;
  ndjson) printf '{"a":1}\n{"a":2}\n' ;;
  logs) printf 'starting\n{"a":1}\n' ;;
  trailing) printf '{"a":1} done\n' ;;
  duplicate) printf '{"a":1,"a":2}\n' ;;
  duplicate-escaped) printf '{"a":1,"\\u0061":2}\n' ;;
  nan) printf '{"a":NaN}\n' ;;
  single-quotes) printf "{'a':1}\n" ;;
  text) printf 'plain text, "quoted" and \\ back\n' ;;
  control) printf 'a\033[31mb\001c\n' ;;
  empty) : ;;
  newline) printf '\n' ;;
  binary) printf 'a\377\376b' ;;
  utf8) printf 'h\303\251 \342\202\254 \360\237\230\200' ;;
  deep)
    awk -v n="$2" 'BEGIN { for (i = 0; i < n; i++) printf "["; for (i = 0; i < n; i++) printf "]" }'
    ;;
  warn)
    printf 'careful\n' >&2
    printf '{"a":1}\n'
    ;;
  json-on-stderr)
    printf '{"b":2}\n' >&2
    printf '{"a":1}\n'
    ;;
  fail)
    printf 'no such account\n' >&2
    exit 3
    ;;
  fail-silent) exit 7 ;;
  fail-stdout)
    printf '{"partial":true}\n'
    exit 2
    ;;
  fail-both)
    printf 'half\n'
    printf 'broken\n' >&2
    exit 1
    ;;
  fail-json-error)
    printf '{"ok":false}\n' >&2
    exit 1
    ;;
  exit) exit "$2" ;;
  signal) kill -"$2" $$ ;;
  sleep)
    printf 'waiting\n'
    printf 'still waiting\n' >&2
    echo $$ >> "$HOME/pids"
    sleep 30 &
    echo $! >> "$HOME/pids"
    wait
    ;;
  stubborn)
    trap '' TERM INT HUP
    echo $$ >> "$HOME/pids"
    while :; do sleep 1; done
    ;;
  background)
    sleep 30 > /dev/null 2>&1 < /dev/null &
    echo $! >> "$HOME/pids"
    printf '{"left":true}\n'
    ;;
  background-pipe)
    sleep 30 &
    echo $! >> "$HOME/pids"
    printf '{"left":true}\n'
    ;;
  background-session)
    # A session of its own, where the system has the command for it, so that no group leads to it any more.
    apart=$(command -v setsid)
    $apart sh -c 'echo $$ >> "$HOME/pids"; exec sleep 30' > /dev/null 2>&1 < /dev/null &
    until [ -s "$HOME/pids" ]; do :; done
    printf '{"left":true}\n'
    ;;
  fail-background)
    sleep 30 &
    echo $! >> "$HOME/pids"
    printf 'gave up\n' >&2
    exit 4
    ;;
  flood) awk 'BEGIN { for (i = 0; i < 2000; i++) print "0123456789" }' ;;
  flood-stderr) awk 'BEGIN { for (i = 0; i < 2000; i++) print "0123456789" }' >&2 ;;
  flood-forever)
    echo $$ >> "$HOME/pids"
    while :; do echo 0123456789; done
    ;;
  full) awk 'BEGIN { for (i = 0; i < 1000; i++) printf "x" }' ;;
  unread) exec 0<&-; printf '{"closed":true}\n' ;;
esac
