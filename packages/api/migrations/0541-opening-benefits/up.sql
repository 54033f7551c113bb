-- The taxed value of benefits in kind in opening figures, which is not in their gross. Where it is not known,
-- as in all figures from before, the records of benefits say what these months are worth.
alter table opening_figures add column benefits bigint check (benefits >= 0);
