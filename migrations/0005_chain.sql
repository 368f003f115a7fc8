-- Hashed with what a request says (domain::audit), and leaves with it: then nobody can try likely values against the hashes that stay.
alter table elicitations add column salt blob not null default x'';
update elicitations set salt = randomblob(16);

-- Events get numbers without a gap and the hash of the one before, and outlive their requests. SQLite knows no SHA-256: what is in `unchained`
-- is chained by the server, in the transaction that this is part of.
drop trigger events_are_final;
drop index events_by_elicitation;
drop index events_one_end;
alter table events rename to unchained;

create table events (
    id integer primary key,
    elicitation_id text not null,
    kind text not null
        check (kind in ('created', 'viewed', 'drafted', 'submitted', 'declined', 'canceled', 'expired', 'consumed', 'purged')),
    at bigint not null,
    actor text not null,
    content_hash blob check (length(content_hash) = 32),
    previous_hash blob not null check (length(previous_hash) = 32),
    hash blob not null check (length(hash) = 32)
);

create index events_by_elicitation on events (elicitation_id, id);

-- one decision, whatever races
create unique index events_one_end on events (elicitation_id) where kind in ('submitted', 'declined', 'canceled', 'expired');

create unique index events_one_purge on events (elicitation_id) where kind = 'purged';

create trigger events_follow before insert on events
when new.id <> (select coalesce(max(id), 0) + 1 from events) or not exists (select 1 from elicitations where id = new.elicitation_id)
begin
    select raise(abort, 'events are appended, to requests that there are');
end;

create trigger events_are_final before update on events
begin
    select raise(abort, 'events are never changed');
end;

create trigger events_stay before delete on events
begin
    select raise(abort, 'events are never removed');
end;
