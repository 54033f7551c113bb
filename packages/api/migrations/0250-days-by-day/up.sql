-- Reports of any range read the days of a month that is cut from all ledgers. The key has the ledger first, for
-- statements, so that those few days lay scattered over the whole table. A row is found by this index as well;
-- what changes with a posting stands in neither, so that an update of a day's totals leaves both alone.
create index ledger_days_by_day on ledger_days (tenant_id, day, ledger_id);
