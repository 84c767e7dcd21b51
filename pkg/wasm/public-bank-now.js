// Supplies the public bank at once.

import { bank } from "../badge/bank.js";
import { supplyPublicBank } from "./public-bank.js";

supplyPublicBank(bank);
