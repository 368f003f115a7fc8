-- An agent's pending requests are counted whenever it makes one.
create index elicitations_pending on elicitations (agent_id) where status = 'pending';
