/**
 * Takes over what the migrations set for the database (`alter database … set`): a server does so for each connection, the
 * embedded engine never. Of a database that was made in this session, once its schema is there.
 */
export const TAKE_OVER_SETTINGS = `select set_config(split_part(s, '=', 1), substr(s, strpos(s, '=') + 1), false)
  from pg_db_role_setting r join pg_database d on d.oid = r.setdatabase cross join unnest(r.setconfig) s
  where d.datname = current_database() and r.setrole = 0`;
