-- What a selection's rowTemplate gave, as JSON: rendered once, like the banner.
alter table elicitations add column option_rows text;

-- Everybody's requests by time; an agent's own have `elicitations_by_agent`.
create index elicitations_by_time on elicitations (created_at);
