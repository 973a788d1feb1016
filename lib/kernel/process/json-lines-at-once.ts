import { writeJsonLines } from "@/lib/kernel/process/json-lines";

// Imported before everything else by a production start, so that a line is JSON also when another module
// fails to load, as most do when the configuration is wrong.
writeJsonLines();
