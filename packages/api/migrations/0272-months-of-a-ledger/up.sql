-- A statement of one ledger is found by its months first, and by days in one of them only. The key has the month
-- before the ledger.
create index ledger_months_by_ledger on ledger_months (tenant_id, ledger_id, month);
