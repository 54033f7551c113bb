-- What ledgers are searched by, once in lower case: the name, and below it the code without its dashes. A search of all
-- organizations reads the ledgers of all of them, and took half of its time to make these texts anew.
alter table ledgers
  add column search_text text not null generated always as (lower(name) || E'\n' || replace(code, '-', '')) stored;
