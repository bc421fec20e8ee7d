import { knownWord } from '../vocabulary/vocabulary.ts';

/** Frequent given names of ten languages: with them, a name is found without a title or a cue. Names that are also words are left out. */
const frequent: ReadonlySet<string> = new Set(
  [
    'James John Robert Michael William David Richard Joseph Thomas Charles Christopher Daniel Matthew Anthony Steven Andrew',
    'Kenneth Joshua Kevin Brian George Timothy Ronald Jason Edward Jeffrey Ryan Jacob Gary Nicholas Eric Jonathan Stephen Larry',
    'Mary Patricia Jennifer Linda Elizabeth Barbara Susan Jessica Sarah Karen Lisa Nancy Betty Sandra Margaret Ashley Kimberly Emily',
    'Donna Michelle Carol Amanda Melissa Deborah Stephanie Rebecca Laura Sharon Cynthia Amy Kathleen Angela Emma Olivia Sophia Alice',
    'Oliver Harry Jack Alfie Noah Liam Ethan Lucas Benjamin Samuel Henry Hannah Chloe Ella Ava Mia Isabella Charlotte Amelia',
    'Hans Peter Klaus Wolfgang Jürgen Dieter Manfred Uwe Günter Horst Stefan Andreas Markus Matthias Sebastian Tobias Florian Lukas',
    'Ursula Monika Petra Sabine Renate Helga Karin Brigitte Ingrid Erika Christa Anna Lena Lea Julia Katharina Heike Anke Jens',
    'Jean Pierre Michel André Philippe Alain Bernard Jacques Louis Nicolas Olivier Julien Laurent Antoine Mathieu François Émile',
    'Marie Nathalie Isabelle Sylvie Catherine Françoise Valérie Céline Camille Chantal Monique Sophie Juliette Manon Léa Élodie',
    'Antonio José Manuel Francisco Javier Carlos Miguel Jesús Alejandro Pablo Sergio Fernando Jorge Alberto Álvaro Diego Raúl',
    'María Carmen Josefa Isabel Dolores Pilar Teresa Ana Cristina Marta Lucía Elena Raquel Rocío Beatriz Silvia Inés Paula',
    'Giuseppe Giovanni Mario Luigi Vincenzo Salvatore Roberto Stefano Marco Andrea Francesco Alessandro Matteo Lorenzo Davide Luca',
    'Giulia Francesca Chiara Federica Valentina Alessandra Martina Sara Elisa Giorgia Paola Rosa Angela Giovanna Lucia Caterina',
    'João Paulo Luiz Conceição Assunção Concepción Asunción Encarnación Consolación Lucas Gabriel Rafael Felipe Bruno Rodrigo Gustavo Marcelo Eduardo Thiago Leonardo Vinícius Caio Mateus',
    'Fernanda Juliana Mariana Aline Camila Letícia Larissa Amanda Bruna Beatriz Carolina Renata Patrícia Tatiana Luciana Adriana',
    'Jan Pieter Johannes Cornelis Hendrik Willem Jeroen Sander Daan Sem Bram Thijs Ruben Maarten Joost Bas Gerrit Dirk',
    'Johanna Maria Anneke Femke Sanne Lotte Fleur Eva Lieke Saskia Marloes Esther Ingrid Annelies Wilhelmina Marijke Joke Roos',
    'Arjun Rahul Amit Priya Anjali Vikram Rajesh Sanjay Deepak Sunita Kavita Neha Pooja Rohan Aarav Ananya Suresh Ravi',
    'Wei Xiaoming Jing Yan Mei Hiroshi Takashi Yuki Haruto Sakura Kenji Yoko Akira Satoshi Minjun Seoyeon Jiwoo Jihoon Hyun',
    'Ahmed Mohamed Muhammad Fatima Omar Ali Yusuf Aisha Ivan Olga Natalia Dmitri Sergei Tatiana Agnieszka Piotr Katarzyna Lars',
  ].flatMap((line) => line.split(' ')),
);

/** Whether a word is one of the most frequent given names. */
export const isFrequentName = (word: string): boolean => frequent.has(word);

/** Whether a word is the given name of people and hardly anything else. */
export function isGivenName(word: string): boolean {
  if (frequent.has(word)) return true;
  const { isGiven, isWord } = knownWord(word);
  return isGiven && !isWord && word.length > 3;
}
