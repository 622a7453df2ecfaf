/** Requests of the conversation that the server does not answer. */
import { describeFailingCalls } from './failingCalls.ts';

describeFailingCalls(['no answer']);
