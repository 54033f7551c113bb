-- Pay that was not earned bears no pension: a deduction from taxable pay may lower pensionable pay too.
alter table pay_items
  drop constraint pay_items_check1,
  add constraint pay_items_pensionable_check check (kind = 'EARNING' or taxable or not pensionable);
