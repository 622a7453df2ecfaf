#!/bin/sh
# `admin` in the image: the commands of `npm run admin --`, without npm.
app=$(dirname "$(dirname "$(readlink -f "$0")")")
exec "$app/node_modules/.bin/node" "$app/src/server/admin/admin.ts" "$@"
