-- What people say of a memory moves its importance faster: a vote counts a third, two a half. Argued in packages/core/README.md.
create or replace function recalculated_importance(base float8, confidence float8, positive int, negative int, accesses int, retrievals int, idle_days int)
  returns float8 language sql immutable parallel safe
  return (select round((b + push * case when push > 0 then 1 - b else b end)::numeric, 3)::float8
  from (select round(base::numeric, 6)::float8 b, least(1, greatest(-1,
    0.8 * (positive - negative)::float8 / (positive::float8 + negative + 2)
    + 0.25 * (1 - 1 / (1 + accesses / 10.0::float8 + retrievals / 100.0::float8))
    + 0.15 * (2 * round(confidence::numeric, 6)::float8 - 1)
    - 0.25 * (idle_days / (idle_days + 365.0::float8)))) push) p);
