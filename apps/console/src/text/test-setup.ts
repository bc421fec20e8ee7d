import { en } from './en/en.ts';
import { setMessages } from './messages.ts';

// What a test looks for is written in English.
setMessages('en', en);
