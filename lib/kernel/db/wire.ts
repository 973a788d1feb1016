import type pg from "pg";

/** The members of a client's connection that its published type lacks. */
export interface Wire {
  stream: {
    readonly bytesRead: number;
    readonly readableLength: number;
    readonly destroyed: boolean;
    cork(): void;
    uncork(): void;
    destroy(error?: Error): void;
  };
  on(event: "errorMessage", hear: (error: { code?: string }) => void): void;
  on(
    event: "parameterStatus",
    hear: (status: { parameterName: string; parameterValue: string }) => void,
  ): void;
  ref(): void;
  unref(): void;
}

/** Returns the connection of a client. */
export function wireOf(client: pg.Client | pg.ClientBase): Wire {
  return (client as unknown as { connection: Wire }).connection;
}
