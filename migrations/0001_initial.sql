-- Who may ask. An agent without a token hash (the demo's) can't call.
create table agents (
    id integer primary key,
    name text not null,
    token_hash blob unique,
    admin boolean not null,
    created_at bigint not null,
    last_used_at bigint,
    revoked_at bigint
);

-- a name is free again once its token was revoked
create unique index agents_by_name on agents (name) where revoked_at is null;

-- Requests. Times are milliseconds since the epoch; JSON is text, so that every number keeps its digits and every object its order.
create table elicitations (
    id text primary key not null,
    agent_id bigint not null references agents (id),
    tool text not null,
    message text not null,
    request text not null,
    context text not null,
    banner_html text,
    banner_error text,
    link_hash blob not null unique,
    status text not null check (status in ('pending', 'submitted', 'declined', 'canceled', 'expired', 'consumed')),
    decision text check (decision in ('submitted', 'declined')),
    decision_values text,
    decided_by text,
    created_at bigint not null,
    expires_at bigint not null,
    closed_at bigint,
    consumed_at bigint,
    check ((status = 'pending') = (closed_at is null)),
    check ((status in ('submitted', 'declined', 'consumed')) = (decision is not null)),
    check ((decision is not null) = (decided_by is not null)),
    check (coalesce(decision, '') = 'submitted' or decision_values is null),
    check (coalesce(decision, '') <> 'submitted' or decision_values is not null),
    check ((status = 'consumed') = (consumed_at is not null))
);

create index elicitations_by_agent on elicitations (agent_id, created_at);
create index elicitations_due on elicitations (expires_at) where status = 'pending';
create index elicitations_closed on elicitations (closed_at) where closed_at is not null;

-- What happened, in order: appended, never changed.
create table events (
    id integer primary key autoincrement,
    elicitation_id text not null references elicitations (id) on delete cascade,
    kind text not null check (kind in ('created', 'viewed', 'submitted', 'declined', 'canceled', 'expired', 'consumed')),
    at bigint not null,
    actor text not null,
    detail text
);

create index events_by_elicitation on events (elicitation_id, id);

-- one decision, whatever races
create unique index events_one_end on events (elicitation_id) where kind in ('submitted', 'declined', 'canceled', 'expired');

create trigger events_are_final before update on events
begin
    select raise(abort, 'events are never changed');
end;
