import { describeArticlePictures } from './articlePicturesContract.ts';
import { createDatabase } from '../services.ts';

describeArticlePictures('PostgreSQL', createDatabase);
