-- The names of agents that come with access tokens begin with their issuer from now on. Whose these are is not known: the first who comes with a
-- token for the same client and subject takes them over (store::sqlite::agents).
update agents set name = 'oauth:' || substr(name, 6) where token_hash is null and substr(name, 1, 6) = 'oauth:';
