-- A new ledger opens on the side that it is added with, also while it opens with nothing. The amount still
-- comes only from set_opening_balance, with the balance.
grant insert (op_balance_dc) on ledgers to kontor_app;
