#!/bin/sh
# Run once by the image of PostgreSQL, on a new volume: makes the owner of Kontor's tables, who is no superuser.
set -eu
psql -v ON_ERROR_STOP=1 --username postgres --set=password="$KONTOR_DATABASE_PASSWORD" <<'SQL'
create role kontor login createrole password :'password';
create database kontor owner kontor;
SQL
