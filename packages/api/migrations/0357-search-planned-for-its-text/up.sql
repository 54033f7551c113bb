-- How a text is best looked for depends on the text: a word by the index of trigrams, two letters in the rows. A plan for
-- all texts, which a connection takes after five searches, read all of the index for two letters.
alter function tenants_matching(text) set plan_cache_mode = 'force_custom_plan';
