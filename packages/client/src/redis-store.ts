import type { SharedStore } from "./store.js";

/** Sends one command to Redis or a compatible server, and returns its reply. */
export type RedisCommand = (...command: string[]) => Promise<unknown>;

/** A store in Redis, Valkey or the like, over your own client: `(...c) => redis.call(...c)` with ioredis,
 *  `(...c) => redis.sendCommand(c)` with node-redis.
 *  @param prefix beginning of its keys
 *  @example
 *  import { redisStore } from "@atrium/client";
 *
 *  const store = redisStore((...command) => redis.sendCommand(command));
 *  console.log(await store.add("seen", "yes", 60), await store.add("seen", "yes", 60));
 */
export function redisStore(command: RedisCommand, prefix = "atrium:"): SharedStore {
  const life = (seconds: number) => String(Math.max(1, Math.ceil(seconds)));
  return {
    get: async (key) => {
      const value = await command("GET", prefix + key);
      return typeof value === "string" ? value : null;
    },
    set: async (key, value, seconds) => {
      await command("SET", prefix + key, value, "EX", life(seconds));
    },
    delete: async (key) => {
      await command("DEL", prefix + key);
    },
    add: async (key, value, seconds) =>
      (await command("SET", prefix + key, value, "EX", life(seconds), "NX")) !== null,
  };
}
