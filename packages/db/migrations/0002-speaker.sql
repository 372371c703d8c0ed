-- Of a memory that was drawn from a session: who said it (person or agent), and the number of the prompt that it belongs to, from 1.
alter table memories add column speaker text, add column prompt int;
