-- Who answers for records, and signs in.
create table reviewers (
    id integer primary key,
    name text not null,
    admin boolean not null,
    created_at bigint not null,
    signed_in_at bigint,
    revoked_at bigint
);

-- a name is free again once its reviewer was revoked
create unique index reviewers_by_name on reviewers (name) where revoked_at is null;

-- One a reviewer, spent by signing in.
create table sign_in_links (
    reviewer_id bigint primary key not null references reviewers (id),
    secret_hash blob not null unique,
    expires_at bigint not null
);

create table sessions (
    secret_hash blob primary key not null,
    reviewer_id bigint not null references reviewers (id),
    created_at bigint not null,
    last_used_at bigint not null,
    expires_at bigint not null
);

create index sessions_by_reviewer on sessions (reviewer_id);

-- What the inbox lists and searches: how much there is to decide on, and the words in lower case.
alter table elicitations add column size integer not null default 0;
alter table elicitations add column searchable text not null default '';

update elicitations set
    size = coalesce(
        json_array_length(request, '$.grid.rows'), json_array_length(request, '$.form.rows'), json_array_length(request, '$.options.items'), 0
    ),
    searchable = lower(message || char(10) || (select name from agents where id = agent_id) || char(10) || id);

-- With the words in them, so that a search need not read whole requests.
drop index elicitations_due;
drop index elicitations_closed;
create index elicitations_waiting on elicitations (expires_at, searchable) where status = 'pending';
create index elicitations_closed on elicitations (closed_at, searchable) where closed_at is not null;
