-- Whom a request is for; null: whoever may decide any.
alter table elicitations add column reviewer_id bigint references reviewers (id);

-- With whom they are for in them, so that counting need not read whole requests.
drop index elicitations_waiting;
drop index elicitations_closed;
create index elicitations_waiting on elicitations (expires_at, searchable, reviewer_id) where status = 'pending';
create index elicitations_closed on elicitations (closed_at, searchable, reviewer_id) where closed_at is not null;
