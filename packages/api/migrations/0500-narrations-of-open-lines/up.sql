-- What the bank said of a line that the books did not have: without it nobody can tell, a month later, what to enter.
-- It is as personal as the narration of the entry that is made from it, and kept as long. Empty for an entry, which has
-- its own narration, and for a line that was recorded before this column was added.
alter table bank_reconciliation_items
  add column narration text not null default '' check (char_length(narration) <= 100);
