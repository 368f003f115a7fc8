-- What was entered on a request's page and not sent, as JSON: kept while the request is pending, removed by whatever closes it.
create table drafts (
    elicitation_id text primary key not null references elicitations (id) on delete cascade,
    unsent text not null,
    -- how often it was kept
    revision bigint not null,
    kept_at bigint not null
);
