"""Files written all or none, with a journal from which that can be taken back, after a crash too."""
