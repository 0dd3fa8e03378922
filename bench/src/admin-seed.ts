import type { Pool, PoolClient } from "pg"
import type { AdminList } from "./admin-tables.ts"

const BATCH = 100_000

/** Fills the tables in their order. */
export async function seed(pool: Pool, lists: readonly AdminList[], rows: number): Promise<void> {
  const session = await pool.connect()
  try {
    await session.query("set synchronous_commit = off")
    await session.query("set maintenance_work_mem = '512MB'")
    await session.query(PEOPLE)
    for (const list of lists) await fillTable(session, list, rows)
  } finally {
    session.release()
  }
}

/** Drops the indexes during the inserts, except those of constraints: building them once is many times faster. */
async function fillTable(session: PoolClient, { table, rows: statement }: AdminList, rows: number): Promise<void> {
  const { rows: indexes } = await session.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
    where tablename = $1 and indexname not in (select conname from pg_constraint)`,
    [table],
  )
  for (const { name } of indexes) await session.query(`drop index ${name}`)
  for (let from = 1; from <= rows; from += BATCH) {
    await session.query(statement, [from, Math.min(from + BATCH - 1, rows), rows])
  }
  for (const { definition } of indexes) await session.query(definition)
  await session.query(`vacuum (analyze) ${table}`)
}

/** Deterministic people, with ids like UUIDv7, as the product's: a timestamp followed by random bits. */
const PEOPLE = `
  create function pg_temp.pick(words text[], n bigint) returns text language sql immutable
    return words[1 + (hashint8(n) & 2147483647) % array_length(words, 1)];
  create function pg_temp.id_of(name text) returns uuid language sql immutable
    return overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid;
  create function pg_temp.people(low int, high int, most int)
    returns table (n int, at timestamptz, id uuid, first text, last text, email text) language sql as $$
    select n, at,
      encode(substring(int8send((extract(epoch from at) * 1000)::bigint), 3)
        || substring(uuid_send(gen_random_uuid()), 7), 'hex')::uuid,
      first, last, translate(lower(first), 'èéòôç ', 'eeooc.') || n || '@example.org'
    from generate_series(low, high) n
    cross join lateral (select
      timestamptz '2023-01-01' + interval '3 years' * (n::float8 / most) as at,
      pg_temp.pick(array['Rosemène', 'Jean', 'Ketsia', 'Wislande', 'Mackenson', 'Fabiola', 'Stéphane', 'Guerda', 'Évens',
        'Nadège', 'Dieudonné', 'Lovely', 'Marie-Ange', 'Wilner', 'Roseline', 'Jean-Robert', 'Esther', 'Frantz', 'Mirlande',
        'Kervens', 'Guerlande', 'Ricardo', 'Naomie', 'Pòl', 'Sébastien', 'Yolène', 'Clérvil', 'Bénita'], n) as first,
      case when n % 200000 = 77 then 'Zetwalò' else
        pg_temp.pick(array['Pierre', 'Jean', 'Noël', 'Joseph', 'Louis', 'Charles', 'François', 'Désir', 'Étienne', 'Saint-Fleur',
        'Michel', 'Jean-Baptiste', 'Dorvil', 'Célestin', 'Augustin', 'Toussaint', 'Exantus', 'Philogène', 'Beauvoir', 'Lafleur',
        'Cénatus', 'Mésidor', 'Altidor', 'Petit-Frère', 'Ducasse', 'Félix', 'Gédéon', 'Valcin'], n::bigint << 20) end as last
    ) as names $$;
  create function pg_temp.say(n bigint, words int) returns text language sql as $$
    select string_agg(pg_temp.pick(array['mwen', 'vle', 'aprann', 'kreyòl', 'angle', 'kòd', 'pwogram', 'lekòl', 'timoun',
      'bonjour', 'je', 'voudrais', 'savoir', 'quand', 'commence', 'le', 'prochain', 'cours', 'en', 'français', 'hello',
      'when', 'does', 'the', 'next', 'class', 'open', 'I', 'live', 'in', 'Jacmel', 'Okap', 'Pòtoprens', 'Gonaïves', 'mèsi',
      'anpil', 'thank', 'you', 'very', 'much', 'òdinatè', 'entènèt', 'bourse', 'fanmi', 'pitit', 'zanmi', 'travay', 'volunteer'],
      n * 64 + k), ' ') from generate_series(1, words) k $$;`
