import type { Certificates } from "../harness/certificates";
import type { ConformanceRequest } from "./request";

/** What the part inside the network is told by the part that started it. */
export interface InsideSettings {
  request: ConformanceRequest;
  /** Class path of the stand-in for MongoDB. */
  standIn: string;
  certificates: Certificates;
  /** Folder for the words of every process. */
  logs: string;
}
