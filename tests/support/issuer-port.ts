// To be imported ahead of everything else by a test whose clients speak HTTP by themselves: the port becomes
// part of the issuer, and the configuration is read while modules load.
import { freePort } from "@/scripts/postgres/free-port";

process.env.ATRIUM_BASE_URL = `http://localhost:${await freePort()}`;
