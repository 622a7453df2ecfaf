import { describeAgentPicture } from './agentPictureContract.ts';
import { createDatabase } from '../services.ts';

describeAgentPicture('PostgreSQL', createDatabase);
