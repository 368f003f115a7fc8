-- As of the year 2100, so that no server of today removes it.
insert into agents (id, name, admin, created_at) values (1, 'ada', false, 0);
insert into elicitations values
    ('s', 1, 'elicit_proposal', 'Review', '{"message":"Review","a":1.0}', '{"b":1e+400}', '<b>x</b>', null, x'01', 'consumed', 'submitted',
     '{"z":1.50,"a":"é"}', 'link', 4102444801000, 4102444805000, 4102444801200, 4102444801400, null),
    ('d', 1, 'elicit_approval', 'Read', '{"message":"Read"}', 'null', null, 'why', x'02', 'declined', 'declined', null, 'link', 4102444801300, 4102444805000, 4102444801500, null, null),
    ('c', 1, 'elicit_selection', 'Choose', '{"message":"Choose"}', '7', null, null, x'03', 'canceled', null, null, null, 4102444801600, 4102444805000, 4102444801700, null,
     '{"html":["<i>o</i>"],"error":null}');
-- the gaps are those of requests that were removed
insert into events (id, elicitation_id, kind, at, actor, detail) values
    (3, 's', 'created', 4102444801000, 'agent:ada', null),
    (4, 's', 'viewed', 4102444801100, 'link', null),
    (7, 's', 'submitted', 4102444801200, 'link', '{"included":["z","a"]}'),
    (8, 'd', 'created', 4102444801300, 'agent:ada', null),
    (9, 's', 'consumed', 4102444801400, 'agent:ada', null),
    (11, 'd', 'declined', 4102444801500, 'link', null),
    (12, 'c', 'created', 4102444801600, 'agent:ada', null),
    (13, 'c', 'canceled', 4102444801700, 'agent:ada', null),
    (20, 's', 'consumed', 4102444801800, 'agent:ada', null);
