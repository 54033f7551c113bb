-- What else is to be said of an exemption from the pension scheme, above all of one for another reason. An
-- import that ends the exemption leaves it, so that its undo brings both back; it is shown with an exemption only.
alter table employees add column pension_exemption_note text not null default ''
  check (length(pension_exemption_note) <= 300);
