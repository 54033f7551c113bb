-- The server by which a mail has to go instead of the one in effect, sealed: whoever sends all mails elsewhere
-- cannot send the notice of it elsewhere too. Emptied when the mail is sent or given up.
alter table mails add column via_sealed text check (via_sealed like 'v1.%');
