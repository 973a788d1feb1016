// Entry point of `@atrium/testing`.
export type { About, TestTenant } from "./about.js";
export { DevError } from "./dev-calls.js";
export type { Mailbox, Message, Wanted } from "./mailbox.js";
export { connectAtrium, type StartedService, type StartOptions, startAtrium } from "./start.js";
export type { TestService } from "./test-service.js";
