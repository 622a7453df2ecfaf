/** Requests of the conversation that the server refuses. */
import { describeFailingCalls } from './failingCalls.ts';

describeFailingCalls([500, 429]);
