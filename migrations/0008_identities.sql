-- Whom an OpenID provider means: who a reviewer is there, by what never changes and never is somebody else's.
create table identities (
    issuer text not null,
    subject text not null,
    reviewer_id bigint not null references reviewers (id),
    bound_at bigint not null,
    primary key (issuer, subject)
);

create unique index identities_by_reviewer on identities (reviewer_id, issuer);

-- Sign-ins at a provider that were finished, as long as their browser could try again.
create table spent_sign_ins (
    flow_hash blob primary key not null,
    expires_at bigint not null
);
