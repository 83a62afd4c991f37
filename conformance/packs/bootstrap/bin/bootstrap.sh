#!/bin/sh
echo started >> "${HOME:?}/witness"
printf '{"verb":"%s"}\n' "$1"
