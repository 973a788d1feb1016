import { type Acknowledged, Client, type Journey } from "./client";
import type { Fleet } from "./fleet";
import type { People } from "./people";

/** The journeys of one installation: machines, users who sign in directly and on the hosted pages, and lists.
 *  @param fleet the servers that answer, of any version */
export function journeysOf(
  fleet: Fleet,
  place: People,
  done: Acknowledged,
): Record<string, Journey[]> {
  const client = new Client(fleet, place, done);
  return {
    "machine tokens": [async () => void (await client.machineToken())],
    "direct logins": place.people.slice(1).map((person) => () => client.directLogin(person)),
    "me and validate": place.people.slice(0, 1).map((person) => client.staying(person)),
    "hosted logins": place.people.slice(1).map((person) => () => client.hostedLogin(person)),
    "refresh tokens": place.people.slice(0, 1).map((person) => client.refreshing(person)),
    "new users with mail": [() => client.newUser()],
    lists: [() => client.list()],
  };
}

/** Checks that acknowledged work is there: every user in the list, every session valid.
 *  @returns the missing things, a line each */
export async function lost(fleet: Fleet, place: People, done: Acknowledged): Promise<string[]> {
  const client = new Client(fleet, place, done);
  const missing: string[] = [];
  const listed = new Set(await client.userIds());
  for (const id of done.users.keys()) if (!listed.has(id)) missing.push(`user ${id}`);
  for (const id of done.sessions)
    await client.requireValid(id).catch((error: Error) => missing.push(error.message));
  return missing;
}
