import { describeReleases } from './releasesContract.ts';
import { createDatabase } from '../services.ts';

describeReleases('postgres', createDatabase);
