/** Finds a way through the timetable with the verbs of two other packs, called as whoever called this one. */
export const handlers = { plan };

async function plan({ from, to, after }, { exec }) {
  const [start, end] = await Promise.all([findStop(from, exec), findStop(to, exec)]);
  if (start.id === end.id) throw new Error(`${start.name} is where you are`);
  const first = await nextFrom(start.id, after, exec);
  const ways = [...first.map((leg) => [leg]), ...(await withChange(first, end, exec))];
  const arriving = ways
    .flatMap((legs) => wayTo(end.id, legs))
    .sort((one, other) => compare(arrival(one), arrival(other)));
  const [legs] = arriving;
  if (legs === undefined)
    throw new Error(`no way from ${start.name} to ${end.name} after ${after}; try an earlier time`);
  return { from: start, to: end, departs: legs[0].departs, arrives: arrival(legs), legs };
}

/** Every way that leaves a first leg at one of its stops and goes on from there. */
async function withChange(first, end, exec) {
  const changes = first.flatMap((leg) =>
    leg.calls.filter(({ stop }) => stop !== end.id).map((call) => ({ leg, call })),
  );
  const onward = await Promise.all(
    changes.map(async ({ leg, call }) => {
      const legs = await nextFrom(call.stop, call.arrives, exec);
      return legs.filter(({ line }) => line !== leg.line).map((next) => [upTo(call.stop, leg), next]);
    }),
  );
  return onward.flat();
}

const wayTo = (id, legs) => {
  const last = upTo(id, legs.at(-1));
  return last === undefined ? [] : [[...legs.slice(0, -1), last]];
};

/** A leg as far as one of its stops. */
function upTo(id, { calls, ...leg }) {
  const call = calls.find(({ stop }) => stop === id);
  return call === undefined ? undefined : { ...leg, to: id, arrives: call.arrives };
}

const arrival = (legs) => legs.at(-1).arrives;
const compare = (one, other) => (one < other ? -1 : Number(one > other));

async function findStop(name, exec) {
  const { stops } = await resultOf(exec({ pack_id: 'stops', verb_key: 'find', args: { name } }));
  if (stops.length === 1) return stops[0];
  const known = stops.map((stop) => stop.name).join(', ');
  throw new Error(stops.length === 0 ? `no stop is called "${name}"` : `"${name}" may be ${known}; say which`);
}

async function nextFrom(stop, after, exec) {
  const { departures } = await resultOf(exec({ pack_id: 'departures', verb_key: 'next', args: { stop, after } }));
  return departures.map((leg) => ({ ...leg, from: stop }));
}

/** What an inner call found. Its refusal is thrown as it is, and so is told as that of the inner call. */
async function resultOf(call) {
  const answer = await call;
  if (!answer.ok) throw answer;
  return answer.result;
}
