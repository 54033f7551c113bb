-- A connection keeps the plans by which a posting finds its ledgers and by which foreign keys are checked. Plans that
-- were made while there were few ledgers read the table from end to end, which was the cheapest way then. They stayed
-- until the table was analyzed: after an import of 5,000 ledgers, each of a batch's items read all of them. No
-- statement of a posting has a reason to read a table from end to end, however small it is.
alter function post_entries(bigint, bigint, text, timestamptz, jsonb) set enable_seqscan = off;
